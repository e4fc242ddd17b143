import { findTruth, troubleOf, type Questions } from './find-truth.js';
import { isUnanswered } from './unanswered.js';
import {
  PaymentKeyMisused,
  PaymentMismatched,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentProviderUnusable,
} from '../gateway/payment-gateway.js';

type Fact = 'captured' | 'declined';
/** `nothing` is a complete listing without it; an error is what the gateway throws. */
type Reply = Fact | 'nothing' | Error;

/** What is asked, in which order, and what the provider says to it. */
function provider(replies: { resend?: Reply; lookUp: Reply }): { asked: string[]; ask: Questions<Fact> } {
  const asked: string[] = [];
  const reply = (question: 'resend' | 'lookUp') => async () => {
    asked.push(question);
    const answer = replies[question];
    if (answer instanceof Error) throw answer;
    return answer === 'nothing' ? undefined : answer;
  };
  const resend = replies.resend === undefined ? undefined : (reply('resend') as () => Promise<Fact>);
  return { asked, ask: { resend, lookUp: reply('lookUp'), unanswered: isUnanswered } };
}

const doubt = (mayResend: boolean, absenceProves: boolean) => ({ mayResend, absenceProves, needsAttention: false });
const FRESH_KEY_FRESH_ATTEMPT = doubt(true, false);
const FRESH_KEY_OLD_ATTEMPT = doubt(true, true);
const OLD_KEY_FRESH_ATTEMPT = doubt(false, false);
const OLD_KEY_OLD_ATTEMPT = doubt(false, true);

const silence = new PaymentOutcomeUnknown('no answer');

describe('inside the key window, a moment after the last attempt', () => {
  it('the same key is sent again, and its answer is the truth', async () => {
    const { asked, ask } = provider({ resend: 'captured', lookUp: 'nothing' });
    expect(await findTruth(FRESH_KEY_FRESH_ATTEMPT, ask)).toEqual({ fact: 'captured', sent: true });
    expect(asked).toEqual(['resend']);
  });

  it('without an answer it is looked up, and what is found is the truth', async () => {
    const { asked, ask } = provider({ resend: silence, lookUp: 'declined' });
    expect(await findTruth(FRESH_KEY_FRESH_ATTEMPT, ask)).toEqual({ fact: 'declined', sent: true });
    expect(asked).toEqual(['resend', 'lookUp']);
  });

  it('not being found proves nothing: the key was sent just now', async () => {
    const { ask } = provider({ resend: silence, lookUp: 'nothing' });
    expect(await findTruth(FRESH_KEY_FRESH_ATTEMPT, ask)).toEqual({ sent: true, absent: false });
  });

  it('with a reference nothing is sent again: the books tell more than the memory of a key', async () => {
    const { asked, ask } = provider({ lookUp: 'captured' });
    expect(await findTruth(FRESH_KEY_FRESH_ATTEMPT, ask)).toEqual({ fact: 'captured', sent: false });
    expect(asked).toEqual(['lookUp']);
  });
});

describe('two minutes after the last attempt', () => {
  it.each([
    ['inside the key window', FRESH_KEY_OLD_ATTEMPT],
    ['past it', OLD_KEY_OLD_ATTEMPT],
  ])('%s it is only looked up; not being found is the proof that it does not exist', async (_, moment) => {
    const { asked, ask } = provider({ resend: 'captured', lookUp: 'nothing' });
    expect(await findTruth(moment, ask)).toEqual({ sent: false, absent: true });
    expect(asked).toEqual(['lookUp']);
  });

  it.each([
    ['inside the key window', FRESH_KEY_OLD_ATTEMPT],
    ['past it', OLD_KEY_OLD_ATTEMPT],
  ])('%s, what is found is the truth', async (_, moment) => {
    const { ask } = provider({ resend: silence, lookUp: 'captured' });
    expect(await findTruth(moment, ask)).toEqual({ fact: 'captured', sent: false });
  });
});

describe('danger: a second effect under a key that the provider has forgotten', () => {
  it.each(['captured', 'nothing', silence] as const)('past the key window nothing is ever sent: %p', async (lookUp) => {
    for (const moment of [OLD_KEY_FRESH_ATTEMPT, OLD_KEY_OLD_ATTEMPT]) {
      const { asked, ask } = provider({ resend: 'captured', lookUp });
      await findTruth(moment, ask);
      expect(asked).toEqual(['lookUp']);
    }
  });

  it('a moment after the last attempt its absence proves nothing', async () => {
    const { ask } = provider({ resend: 'captured', lookUp: 'nothing' });
    expect(await findTruth(OLD_KEY_FRESH_ATTEMPT, ask)).toEqual({ sent: false, absent: false });
  });
});

describe('danger: silence is taken for an answer', () => {
  const silences = [silence, new PaymentNotSent('refused'), new PaymentProviderUnusable('401')];

  it.each(silences)('$name teaches nothing, whatever the moment', async (error) => {
    for (const moment of [FRESH_KEY_FRESH_ATTEMPT, FRESH_KEY_OLD_ATTEMPT, OLD_KEY_FRESH_ATTEMPT, OLD_KEY_OLD_ATTEMPT]) {
      const learned = await findTruth(moment, provider({ resend: error, lookUp: error }).ask);
      expect(learned).toEqual({ sent: moment === FRESH_KEY_FRESH_ATTEMPT });
    }
  });
});

describe('a contradiction between us and the provider', () => {
  const contradictions = [
    [new PaymentKeyMisused('other parameters'), 'provider_refuses_request'],
    [new PaymentMismatched('another amount', 'pi_1'), 'provider_contradicts'],
  ] as const;

  it.each(contradictions)('%p is trouble for a person: no fact, no absence, nothing to undo', async (error, code) => {
    for (const replies of [
      { resend: error, lookUp: 'captured' },
      { resend: silence, lookUp: error },
    ] as const) {
      const learned = await findTruth(FRESH_KEY_FRESH_ATTEMPT, provider(replies).ask);
      expect(learned).toEqual({ sent: true, trouble: { code, detail: error.message } });
    }
    const looked = await findTruth(OLD_KEY_OLD_ATTEMPT, provider({ resend: 'captured', lookUp: error }).ask);
    expect(looked).toMatchObject({ trouble: { code } });
    expect(looked).not.toHaveProperty('absent');
  });

  it('a defect of ours is neither: it is thrown, and the work is tried again', async () => {
    const defect = new TypeError('a defect');
    expect(troubleOf(defect)).toBeUndefined();
    await expect(findTruth(FRESH_KEY_FRESH_ATTEMPT, provider({ resend: defect, lookUp: 'nothing' }).ask)).rejects.toBe(
      defect,
    );
    await expect(findTruth(OLD_KEY_OLD_ATTEMPT, provider({ lookUp: defect }).ask)).rejects.toBe(defect);
  });
});
