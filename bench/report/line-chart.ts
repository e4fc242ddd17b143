import { svg, svgText } from './svg-text.ts';

/** One line over the time of all of them, on a scale of its own that begins at zero. */
export interface ChartLine {
  readonly label: string;
  readonly unit: string;
  readonly colour: string;
  readonly values: readonly number[];
}

const WIDTH = 860;
const HEIGHT = 300;
const LEFT = 20;
const TOP = 44;
const BOTTOM = 60;

/** Lines of different units in one frame: whether each is flat, not how they compare. */
export function lineChart(title: string, minutes: number, lines: readonly ChartLine[]): string {
  const [width, height] = [WIDTH - 2 * LEFT, HEIGHT - TOP - BOTTOM];
  const drawn = lines.flatMap(({ label, unit, colour, values }, at) => {
    const largest = Math.max(...values, 1);
    const points = values.map((value, index) => {
      const x = LEFT + (width * index) / Math.max(1, values.length - 1);
      return `${x.toFixed(1)},${(TOP + height * (1 - value / (largest * 1.1))).toFixed(1)}`;
    });
    const legend = `${label}, highest ${largest.toFixed(largest < 10 ? 1 : 0)} ${unit}`;
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${LEFT + at * (width / lines.length)}" y="${HEIGHT - 14}" fill="${colour}">${svgText(legend)}</text>`,
    ];
  });
  return svg(WIDTH, HEIGHT, title, [
    `<text x="10" y="24" font-size="15" font-weight="bold">${svgText(title)}</text>`,
    `<path d="M${LEFT} ${TOP}V${TOP + height}H${LEFT + width}" fill="none" stroke="#64748b"/>`,
    `<text x="${LEFT + width}" y="${TOP + height + 18}" text-anchor="end" fill="#64748b">${minutes} minutes</text>`,
    ...drawn,
  ]);
}
