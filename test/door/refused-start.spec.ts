import { Door } from './support/open-door.js';
import { notes } from './support/notes.js';
import { Idempotent, jsonAnswer, type Answer } from '#modules/idempotency/contract/index.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { Body, Controller, Post } from '@nestjs/common';
import { IsString } from 'class-validator';

class NoteRequest {
  @IsString()
  word!: string;
}

/** Shares an operation with another route, and means something else by it. */
@Controller('notes')
class OtherNotesController {
  @Post('otherwise')
  @Idempotent({ operation: 'notes.all' })
  async otherwise(@Body() { word }: NoteRequest): Promise<Answer> {
    return jsonAnswer(201, { word });
  }
}

describe('danger: a route whose keys do not do what it says is served', () => {
  it('the application does not come up, and says why in one line', async () => {
    const opened = Door.open({ controllers: [...notes.controllers, OtherNotesController] });
    const complaint =
      '@Idempotent on POST /api/notes/otherwise (OtherNotesController.otherwise) has another policy for notes.all than ' +
      'POST /api/notes/all (NotesController.all): make them equal.';
    await expect(opened).rejects.toThrow(new CannotStart(complaint));
  });
});
