import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The whole business: somebody has written something. */
@Entity({ name: 'notes' })
export class Note {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  author!: string;

  @Column('text')
  text!: string;
}
