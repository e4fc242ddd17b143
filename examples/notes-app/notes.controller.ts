import { authorOf } from './author.js';
import { Note } from './note.entity.js';
import { Idempotent, jsonAnswer, KeyedTransaction, type Answer } from '#modules/idempotency/index.js';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

class WriteNoteRequest {
  @IsString()
  @Length(1, 500)
  text!: string;
}

@Controller('notes')
export class NotesController {
  constructor(private readonly transaction: KeyedTransaction) {}

  @Post()
  @Idempotent({ operation: 'notes.write' })
  async write(@Body() { text }: WriteNoteRequest, @Req() request: FastifyRequest): Promise<Answer> {
    const note = { id: randomUUID(), author: authorOf(request), text };
    await this.transaction.manager.insert(Note, note);
    return jsonAnswer(201, note, { location: `/notes/${note.id}` });
  }
}
