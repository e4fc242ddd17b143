import { documentRefusals } from './operation-refusals.js';
import type { OperationObject } from '@nestjs/swagger';

const problems = {
  sold_out: { status: 409, detail: 'All gone.', meaning: 'There is none left.', remedy: 'Come back later.' },
  too_dear: { status: 409, detail: 'It costs 5.', meaning: 'The price was another.', remedy: 'Ask again.' },
};
const documented = (codes: string[], responses: OperationObject['responses'] = {}): OperationObject => {
  const operation: OperationObject = {
    parameters: [{ name: 'sku', in: 'path', schema: { type: 'string', example: 'TEA' } }],
    responses,
  };
  documentRefusals(operation, codes, '/shelf/{sku}/{id}', problems);
  return operation;
};

describe('the refusals of a documented operation', () => {
  it('share one answer per status, which says of each what it means and what to do', () => {
    const { responses } = documented(['too_dear', 'sold_out', 'too_dear']);
    expect(Object.keys(responses)).toEqual(['409']);
    expect(responses[409]).toHaveProperty(
      'description',
      '- `sold_out`: There is none left. Come back later.\n- `too_dear`: The price was another. Ask again.',
    );
  });

  it('are shown as the problem documents that the service answers, with an example path', () => {
    const { responses } = documented(['sold_out']);
    expect(responses[409]).toHaveProperty(['content', 'application/problem+json', 'examples', 'sold_out', 'value'], {
      type: '/docs/problems#sold_out',
      title: 'Sold out',
      status: 409,
      detail: 'All gone.',
      code: 'sold_out',
      instance: expect.stringMatching(/^\/shelf\/TEA\/[0-9a-f-]{36}$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('stand beside another answer with the same status', () => {
    const known = { description: 'As told.', content: { 'text/plain': {} } };
    const answer = documented(['sold_out'], { 409: known }).responses[409];
    expect(answer).toHaveProperty('description', expect.stringMatching(/^As told\.\n- `sold_out`/));
    expect(answer).toHaveProperty(['content', 'text/plain']);
  });

  it('must be explained by the table', () => {
    expect(() => documented(['sold_out', 'mislaid'])).toThrow(/mislaid/);
  });
});
