import { svg, svgText } from './svg-text.ts';

export interface ChartBar {
  readonly label: string;
  readonly value: number;
  /** Drawn in the colour of what this is all about. */
  readonly ours: boolean;
}

const WIDTH = 860;
const LABELS = 380;
const VALUES = 80;
const ROW = 30;
const TOP = 44;

/** One bar per row, to scale, its value behind it. */
export function barChart(title: string, bars: readonly ChartBar[]): string {
  const largest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.flatMap(({ label, value, ours }, at) => {
    const y = TOP + at * ROW;
    const length = Math.max(1, ((WIDTH - LABELS - VALUES) * value) / largest);
    return [
      `<text x="${LABELS - 10}" y="${y + 15}" text-anchor="end">${svgText(label)}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="20" fill="${ours ? '#c2410c' : '#94a3b8'}"/>`,
      `<text x="${(LABELS + length + 8).toFixed(1)}" y="${y + 15}">${value.toFixed(0)}</text>`,
    ];
  });
  const heading = `<text x="10" y="24" font-size="15" font-weight="bold">${svgText(title)}</text>`;
  return svg(WIDTH, TOP + bars.length * ROW + 8, title, [heading, ...rows]);
}
