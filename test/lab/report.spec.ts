import { timeline, wellReport } from './lab-run.js';
import { exitCodeOf } from '../../lab/report/lab-report.js';
import { page } from '../../lab/report/page.js';
import { textReport } from '../../lab/report/text-report.js';

const FINDING = { rule: 'order.confirmed-unpaid', subject: '<script>alert(1)</script>', detail: '"a" & \'b\'' };
const badReport = { ...wellReport, violations: 1, found: [FINDING] };

describe('the verdict on a run', () => {
  it('is 0 when nothing is violated, 1 when anything is', () => {
    expect(exitCodeOf(wellReport)).toBe(0);
    expect(exitCodeOf(badReport)).toBe(1);
  });

  it('names at the terminal what was found', () => {
    expect(textReport(wellReport)).toContain('Nothing is violated.');
    expect(textReport(badReport)).toContain('order.confirmed-unpaid  <script>');
    expect(textReport(badReport)).toContain('1 violations.');
  });

  it('names what was left, what failed and what nobody waited for', () => {
    const text = textReport(wellReport);
    expect(text).toContain('3 out_of_stock, 2 payment_declined');
    expect(text).toContain('1 times a client went away without one');
    expect(text).toContain('answered: 11 200, 1 503; 2 deliveries met nobody, 1 letters given up');
    expect(text).toContain('3 undecided to the end');
    expect(text).toMatch(/^slowest recoveries +1[.]9 s orders[.]cancel \(flow f1\)$/m);
    expect(text).toMatch(/^quiet by itself +after 4[.]2 s$/m);
    expect(text).toContain('12 events told, 4 of them let in then; 5 differences left');
    expect(text).toContain('6 notices parked, 7 quarantined');
    expect(text).toContain('8 starts that failed, 0 deaths by themselves');
  });

  it('says so when it never was quiet by itself, or the books could not be compared', () => {
    const text = textReport({ ...wellReport, quietByItselfAfterMs: null, reconciled: { complaint: 'no provider' } });
    expect(text).toMatch(/^quiet by itself +never$/m);
    expect(text).toContain('the books could not be compared');
  });
});

describe('the page of a run', () => {
  it('shows a finding as text, whatever is in it, and has nothing that runs or is fetched', () => {
    const html = page(badReport, timeline);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;: &quot;a&quot; &amp;');
    expect(html).not.toMatch(/<script|<link|<img|\bsrc=|\bhref=|url\(|@import/i);
    expect(html).toContain('1 violations.');
  });

  it('has a stroke for every fault and both areas of what was in flight', () => {
    const html = page(wellReport, timeline);
    const strokes = [...html.matchAll(/class="fault" d="([^"]*)"/g)].flatMap(([, d = '']) => d.match(/M/g) ?? []);
    expect(strokes).toHaveLength(timeline.faults.length);
    expect(html).toContain('webhook late, 2');
    expect(html).toContain('sagas in flight, at most 8');
    expect(html.match(/class="(flight|doubt)" d="M240 /g)).toHaveLength(2);
  });

  it('reads on a light and on a dark screen', () => {
    expect(page(wellReport, timeline)).toContain('prefers-color-scheme: dark');
  });
});
