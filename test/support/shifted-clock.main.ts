/** Preloaded into a child: its wall clock is wrong by CLOCK_SHIFT_MS, everywhere and from the start. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS']);
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, values: [], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [TrueDate.now() + shiftMs] : values, newTarget) as Date,
  apply: () => new TrueDate(TrueDate.now() + shiftMs).toString(),
  get: (target, member) => (member === 'now' ? () => TrueDate.now() + shiftMs : Reflect.get(target, member)),
});
