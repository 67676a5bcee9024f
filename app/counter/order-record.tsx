import type { DeskOrder } from '#server/counter/order-desk.ts'
import { counterTexts, orderStatusTexts, orderDeskTexts as texts } from '../texts/counter.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { ActLog } from './act-log.tsx'
import { formatWhen } from './acts.ts'
import * as css from './counter.css.ts'

/** Its steps with who took each, then everything that was done with it. */
export function History({ found: { history, acts }, now }: { found: DeskOrder; now: Date }) {
  return (
    <Panel title={texts.history}>
      <ol className={css.log}>
        {[...history].reverse().map(({ status, reachedAt, by }) => (
          <li key={status}>
            <time dateTime={reachedAt.toISOString()}>{formatWhen(reachedAt, now)}</time>
            <span>
              {orderStatusTexts[status]}
              {by && <small>{by.crf === null ? by.name : `${by.name}, ${counterTexts.crf(by.crf)}`}</small>}
            </span>
          </li>
        ))}
      </ol>
      {acts.length > 0 && (
        <details>
          <summary>{texts.acts}</summary>
          <ActLog acts={acts} now={now} />
        </details>
      )}
    </Panel>
  )
}
