import type { BackofficeOrder } from '#server/backoffice/orders.ts'
import { row, tightStack } from '../styles/shared.css.ts'
import { tillTexts as texts } from '../texts/backoffice/till.ts'
import { formatMoney } from '../texts/format.ts'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import { IntentButton } from './intent-button.tsx'
import { SeenState } from './seen-state.tsx'
import type { StaffRequest } from './staff-pages.server.tsx'

type TillProps = { details: BackofficeOrder; request: StaffRequest }

/** The step of the list that one ticks, for a shop whose till does not ask by itself. */
export function TillPanel({ details, request }: TillProps) {
  if (!isForTill(details)) return null
  return (
    <Panel title={texts.title}>
      <TillEntryForm details={details} request={request} />
    </Panel>
  )
}

/** Who entered the order, or the button that says so. */
export function TillEntryForm({ details: { order, seenHashes }, request: { rootPath, shop } }: TillProps) {
  const { tillEntry, net } = order
  const isSettled = tillEntry?.totalCents === net.keptCents
  return (
    <div className={tightStack}>
      {tillEntry ? (
        <p>
          {texts.entry(
            tillEntry.by,
            formatTimestamp(tillEntry.at, shop.clock.now()),
            formatMoney(tillEntry.totalCents),
          )}
        </p>
      ) : (
        <p>{texts.enterHint(formatMoney(net.keptCents))}</p>
      )}
      {tillEntry && !isSettled && <p>{texts.totalChanged(formatMoney(net.keptCents))}</p>}
      <PostForm className={row} action={`${rootPath}/pedidos/${order.id}`}>
        <SeenState seenHash={seenHashes.tillEntry} />
        {!isSettled && (
          <IntentButton intent="caixa" label={tillEntry ? texts.enterAgain : texts.enter} variant="outline" />
        )}
        {tillEntry && <IntentButton intent="fora-do-caixa" label={texts.remove} variant="text" />}
      </PostForm>
    </div>
  )
}

/** Unpaid orders, and those that came to nothing, are in no till. */
export function isForTill({ order: { phase, tillEntry } }: BackofficeOrder): boolean {
  return phase === 'shop' || phase === 'inTransit' || phase === 'done' || tillEntry !== null
}
