import type { Death, ServiceLife } from './service-life.js';
import type { ServiceOrder } from './service-order.js';
import { Supervisor } from './supervisor.js';

const ORDER: ServiceOrder = { databaseUrl: 'postgres://here', workerKillable: true };
const GRACE_MS = 5_000;

/** A process that lives and dies by hand. */
class ScriptedLife implements ServiceLife {
  readonly signals: string[] = [];
  order?: ServiceOrder;
  private readonly served = Promise.withResolvers<void>();
  private readonly end = Promise.withResolvers<Death>();
  readonly serves = this.served.promise;
  readonly ended = this.end.promise;

  constructor(readonly wishToDie: () => void) {}

  begin(order: ServiceOrder): void {
    this.order = order;
  }

  terminate(): void {
    this.signals.push('SIGTERM');
  }

  kill(): void {
    this.signals.push('SIGKILL');
    this.die({ signal: 'SIGKILL' });
  }

  serve(): void {
    this.served.resolve();
  }

  neverWas(error: Error): void {
    this.end.reject(error);
  }

  die({ code = null, signal = null, servedMs = 0 }: Partial<Death>): void {
    this.end.resolve({ code, signal, servedMs });
  }
}

/** Pauses are over at once, or never. */
function scene({ pausesEnd = true } = {}) {
  const lives: ScriptedLife[] = [];
  const told: string[] = [];
  const pauses: number[] = [];
  const supervisor = new Supervisor({
    bear: (onWish) => {
      const life = new ScriptedLife(onWish);
      lives.push(life);
      return life;
    },
    graceMs: GRACE_MS,
    tell: (line) => told.push(line),
    pause: (ms) => {
      pauses.push(ms);
      return pausesEnd ? Promise.resolve() : new Promise(() => undefined);
    },
  });
  const last = (): ScriptedLife => lives.at(-1)!;
  const started = async (): Promise<void> => {
    const start = supervisor.start(ORDER);
    last().serve();
    await start;
  };
  /** It dies, and what follows has followed. */
  const dies = async (death: Partial<Death>): Promise<void> => {
    last().die(death);
    await followed();
  };
  return { supervisor, lives, told, pauses, last, started, dies };
}

const followed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const LONG = { code: 1, servedMs: 10_000 };
const SHORT = { code: 1, servedMs: 9_999 };

describe('the first start', () => {
  it('loads one process at once, gives it its order, and is over when it serves', async () => {
    const { supervisor, lives, last, told } = scene();
    expect([lives.length, last().order]).toEqual([1, undefined]);
    let isOver = false;
    const start = supervisor.start(ORDER).then(() => (isOver = true));
    await followed();
    expect([last().order, isOver]).toEqual([ORDER, false]);
    last().serve();
    await start;
    expect([lives.length, told]).toEqual([1, []]);
  });

  it.each<[string, Partial<Death>, boolean]>([
    ['that fails by itself has said why', { code: 1 }, true],
    ['that is killed has said nothing', { signal: 'SIGKILL' }, false],
    ['that ends as if asked to has said nothing', { code: 0 }, false],
  ])('%s, and is not tried again', async (_, death, hasSaidWhy) => {
    const { supervisor, lives, last } = scene();
    const start = supervisor.start(ORDER);
    last().die(death);
    await expect(start).rejects.toMatchObject({ name: 'NeverServed', hasSaidWhy });
    expect(lives).toHaveLength(1);
  });
});

describe('danger: a kill that was armed before the last end meets work that was left over', () => {
  it('is no failed start: the service is started again, and then serves', async () => {
    const { supervisor, lives, told, last } = scene();
    const start = supervisor.start(ORDER);
    last().wishToDie();
    await followed();
    expect([lives.length, last().order]).toEqual([2, ORDER]);
    last().serve();
    await start;
    expect(told).toEqual(['The service was killed (SIGKILL) and is started again.']);
  });
});

describe('a service that dies', () => {
  it('is started again with the same order, and one line says so', async () => {
    const { lives, told, started, dies, last } = scene();
    await started();
    await dies({ signal: 'SIGKILL', servedMs: 60_000 });
    expect([lives.length, last().order]).toEqual([2, ORDER]);
    expect(told).toEqual(['The service was killed (SIGKILL) and is started again.']);
  });

  it('is started again for ever when it has lived long each time, after a short pause', async () => {
    const { lives, pauses, started, dies } = scene();
    await started();
    for (let death = 0; death < 20; death++) await dies(LONG);
    expect([lives.length, new Set(pauses)]).toEqual([21, new Set([100])]);
  });

  it('danger: it dies at once, each time: after five short lives it is given up', async () => {
    const { supervisor, lives, told, pauses, started, dies } = scene();
    await started();
    for (let death = 0; death < 5; death++) await dies(SHORT);
    await expect(supervisor.failed).rejects.toThrow(
      'The service ended 5 times in a row before it had served for 10 s, and ended by itself (exit code 1) in the end: find out why, then start again.',
    );
    expect([lives.length, told.length, pauses]).toEqual([5, 4, [200, 400, 800, 1_600]]);
  });

  it('is forgiven its short lives by a long one', async () => {
    const { lives, started, dies } = scene();
    await started();
    for (const death of [SHORT, SHORT, SHORT, SHORT, LONG, SHORT, SHORT, SHORT, SHORT]) await dies(death);
    expect(lives).toHaveLength(10);
  });

  it('is given up when the system cannot make another process', async () => {
    const { supervisor, started, dies, last } = scene();
    await started();
    await dies(LONG);
    last().neverWas(new Error('no process is left'));
    await expect(supervisor.failed).rejects.toThrow('no process is left');
  });
});

describe('a service that is killed on purpose', () => {
  it('is dead when that is over, and is started again however often it happens', async () => {
    const { supervisor, lives, last, started } = scene();
    await started();
    for (let time = 0; time < 20; time++) {
      const life = last();
      await supervisor.strike();
      expect(life.signals).toEqual(['SIGKILL']);
      await followed();
    }
    expect(lives).toHaveLength(21);
  });

  it('may wish so itself', async () => {
    const { lives, last, started } = scene();
    await started();
    last().wishToDie();
    await followed();
    expect([lives[0]!.signals, lives.length]).toEqual([['SIGKILL'], 2]);
  });

  it('is not forgiven for it', async () => {
    const { supervisor, started, dies } = scene();
    await started();
    for (let death = 0; death < 4; death++) await dies(SHORT);
    await supervisor.strike();
    await followed();
    await dies(SHORT);
    await expect(supervisor.failed).rejects.toThrow('5 times in a row');
  });
});

describe('a service that is stopped', () => {
  it('is asked to end, and not started again', async () => {
    const { supervisor, lives, last, told, started } = scene({ pausesEnd: false });
    await started();
    const stopped = supervisor.stop();
    expect(last().signals).toEqual(['SIGTERM']);
    last().die({ code: 0 });
    await stopped;
    await followed();
    expect([lives.length, told]).toEqual([1, []]);
  });

  it('while it is about to be started again stays dead', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const lives: ScriptedLife[] = [];
    const told: string[] = [];
    const supervisor = new Supervisor({
      bear: (onWish) => lives[lives.push(new ScriptedLife(onWish)) - 1]!,
      graceMs: GRACE_MS,
      tell: (line) => told.push(line),
      pause: () => promise,
    });
    const start = supervisor.start(ORDER);
    lives[0]!.serve();
    await start;
    lives[0]!.die(LONG);
    await followed();
    await supervisor.stop();
    resolve();
    await followed();
    expect([lives.length, told]).toEqual([1, []]);
  });

  it('and does not listen is killed a second after its grace, which is told', async () => {
    const { supervisor, last, pauses, started } = scene();
    await started();
    await expect(supervisor.stop()).rejects.toThrow('it did not end within its grace and was killed');
    expect([last().signals, pauses]).toEqual([['SIGTERM', 'SIGKILL'], [GRACE_MS + 1_000]]);
  });
});
