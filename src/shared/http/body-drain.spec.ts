import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import { drainBody } from './body-drain.js';

class Upload extends EventEmitter {
  complete = false;
  readableEnded = false;
  destroyed = false;
  resumed = false;
  cutOff = false;
  timesRead = 0;
  readonly headers: Record<string, string>;

  constructor(headers: Record<string, string> = { 'content-length': '100' }) {
    super();
    this.headers = headers;
  }

  destroy(): void {
    this.cutOff = true;
  }

  resume(): void {
    this.resumed = true;
  }
}

const drain = (upload: Upload): Upload => {
  drainBody(upload as unknown as IncomingMessage, () => void upload.timesRead++);
  return upload;
};

describe('the rest of a body that was refused', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<Record<string, string>>([{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }])(
    'is read on, up to 5 s: %j',
    (headers) => {
      const upload = drain(new Upload(headers));
      jest.advanceTimersByTime(4_999);
      expect([upload.resumed, upload.cutOff]).toEqual([true, false]);
      jest.advanceTimersByTime(1);
      expect(upload.cutOff).toBe(true);
    },
  );

  it.each(['end', 'close'])('leaves the connection alone after its %s', (event) => {
    const upload = drain(new Upload());
    upload.emit(event);
    jest.advanceTimersByTime(60_000);
    expect(upload.cutOff).toBe(false);
  });

  it('has come once, whatever else ends with it', () => {
    const upload = drain(new Upload());
    expect(upload.timesRead).toBe(0);
    upload.emit('end');
    upload.emit('close');
    expect(upload.timesRead).toBe(1);
  });

  it('is nothing where no body was announced or all of it has come', () => {
    const complete = Object.assign(new Upload(), { complete: true });
    const read = Object.assign(new Upload(), { readableEnded: true });
    for (const upload of [new Upload({}), new Upload({ 'content-length': '0' }), complete, read]) {
      expect(drain(upload)).toMatchObject({ resumed: false, timesRead: 1 });
    }
    expect(jest.getTimerCount()).toBe(0);
  });
});
