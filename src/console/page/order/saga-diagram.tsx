import { drawnInWords, drawnSaga, type DrawnStep } from './drawn-saga.js';
import type { DeclaredSaga, SagaDetail } from './saga.js';
import { Card } from '../parts/card.js';
import { plain, toneOf } from '../words/names.js';

/** In units of the drawing, which fits a telephone as it is. */
const BOX = { width: 146, height: 46 };
const ROW = 74;
const RIGHT = 174;
const WIDTH = RIGHT + BOX.width;
const MIDDLE = BOX.width / 2;

/** A box with its name and what its marker says. */
function Box({ of: { name, status, isCurrent, generation }, x, y }: { of: DrawnStep; x: number; y: number }) {
  const tone =
    status === 'not begun' || status === 'skipped' ? 'plain' : toneOf(status === 'pending' ? 'running' : status);
  return (
    <g class={`box ${tone}${isCurrent ? ' current' : ''}`} transform={`translate(${x} ${y})`}>
      <rect width={BOX.width} height={BOX.height} rx={6} />
      <text x={10} y={19} class="box-name">
        {name}
      </text>
      <text x={10} y={36}>
        {isCurrent && '▸ '}
        {plain(status)}
        {generation > 1 && `, attempt ${generation}`}
      </text>
    </g>
  );
}

/** The saga as its table declares it, top to bottom, the undos beside; the markers say how far it is. */
export function SagaDiagram({ table, saga }: { readonly table: DeclaredSaga; readonly saga: SagaDetail }) {
  const drawn = drawnSaga(table, saga);
  const { rows, lastWord } = drawn;
  const height = rows.length * ROW - (ROW - BOX.height) + (lastWord ? ROW : 0) + 4;
  const undoRows = rows.flatMap(({ undo }, index) => (undo ? [index] : []));
  const lowestUndo = undoRows.at(-1);
  return (
    <Card title="The saga" note={plain(table.name)}>
      <svg class="saga" viewBox={`-2 -2 ${WIDTH + 4} ${height}`} role="img" aria-label={drawnInWords(drawn)}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {rows.slice(1).map((_, index) => (
          <path key={index} class="road" d={`M${MIDDLE} ${index * ROW + BOX.height}V${(index + 1) * ROW - 1}`} />
        ))}
        {undoRows.map((index) => (
          <path
            key={`undo-${index}`}
            class="road back"
            d={`M${BOX.width} ${index * ROW + BOX.height / 2}H${RIGHT - 1}`}
          />
        ))}
        {undoRows.slice(1).map((index, place) => (
          <path
            key={`up-${index}`}
            class="road back"
            d={`M${RIGHT + MIDDLE} ${index * ROW}V${undoRows[place]! * ROW + BOX.height + 1}`}
          />
        ))}
        {rows.map(({ step, undo }, index) => (
          <g key={step.name}>
            <Box of={step} x={0} y={index * ROW} />
            {undo && <Box of={undo} x={RIGHT} y={index * ROW} />}
          </g>
        ))}
        {lastWord && (
          <>
            {lowestUndo !== undefined && (
              <text class="when-undone" x={RIGHT} y={rows.length * ROW - 8}>
                when all is undone:
              </text>
            )}
            <Box of={lastWord} x={RIGHT} y={rows.length * ROW} />
          </>
        )}
      </svg>
      <p class="hint">Left: what is done, in this order. Right: what takes it back, from the bottom up.</p>
    </Card>
  );
}
