import { saying } from '../../kernel/support/bench.js';
import { Idempotent, jsonAnswer, Visit, type Answer } from '#modules/idempotency/contract/index.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Body, Controller, Post } from '@nestjs/common';
import { IsString } from 'class-validator';

/** What happens to the next requests before they have written their word, one for each; nothing for those after them. */
export const mishaps: (() => Promise<void> | void)[] = [];

class NoteRequest {
  @IsString()
  word!: string;
}

/** A business that is decided with its commit, on routes that differ in what they keep. */
@Controller('notes')
class NotesController {
  @Post('final')
  @Idempotent({ operation: 'notes.final' })
  final(@Body() body: NoteRequest): Promise<Answer> {
    return this.write(body);
  }

  @Post('all')
  @Idempotent({ operation: 'notes.all', replay: 'all' })
  all(@Body() body: NoteRequest): Promise<Answer> {
    return this.write(body);
  }

  @Post('optional')
  @Idempotent({ operation: 'notes.optional', required: false })
  optional(@Body() body: NoteRequest): Promise<Answer> {
    return this.write(body);
  }

  private async write({ word }: NoteRequest): Promise<Answer> {
    const hasKey = Visit.currentIfAny() !== undefined;
    Unit.current('a note').write(saying(word), null);
    await mishaps.shift()?.();
    return jsonAnswer(201, { word, hasKey });
  }
}

export const notes = { controllers: [NotesController] };
