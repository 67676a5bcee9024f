import { isShopError, throwNotFound } from '../http/responses.server.ts'
import { stack } from '../styles/shared.css.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { Message } from '../ui/message/message.tsx'
import type { View } from './document.tsx'
import { loadLabelView, loadPickingListView } from './order-print.tsx'
import { parseIds, printedParam } from './order-series.ts'
import * as printCss from './print.css.ts'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

const sheets = {
  listas: { loadSheet: loadPickingListView, formatTitle: texts.printedLists },
  etiquetas: { loadSheet: loadLabelView, formatTitle: texts.printedLabels },
}

/** The picking lists or the labels of several orders, for printing at once: a page for each. */
export const loader = createStaffLoader((request) => {
  const { documentType = '' } = request.params
  return documentType === 'listas' || documentType === 'etiquetas'
    ? loadSheetsView(request, sheets[documentType])
    : throwNotFound()
})

async function loadSheetsView(
  request: StaffRequest,
  { loadSheet, formatTitle }: (typeof sheets)[keyof typeof sheets],
): Promise<View> {
  const ids = parseIds(request.url.searchParams.get(printedParam))
  const loadedSheets: { id: number; body: View['body'] }[] = []
  for (const id of ids) loadedSheets.push({ id, body: await loadBody(request, id, loadSheet) })
  const foundSheets = loadedSheets.filter(({ body }) => body)
  const unknownIds = loadedSheets.filter(({ body }) => !body).map(({ id }) => id)
  const title = formatTitle(foundSheets.length)
  return {
    title,
    body: (
      <div className={stack}>
        <div className={printCss.noPrint}>
          <h1>{title}</h1>
          {foundSheets.length > 0 ? <p>{texts.printHint}</p> : <EmptyState title={texts.noneToPrint} />}
          {unknownIds.length > 0 && <Message tone="warn">{texts.notPrinted(unknownIds)}</Message>}
          <p>
            <a href={request.rootPath}>{texts.backToQueue}</a>
          </p>
        </div>
        {foundSheets.map(({ id, body }) => (
          <div key={id} className={printCss.printPage}>
            {body}
          </div>
        ))}
      </div>
    ),
  }
}

/** Null for an order that is not theirs to see: the others are printed. */
async function loadBody(request: StaffRequest, id: number, loadSheet: (request: StaffRequest) => Promise<View>) {
  try {
    const { body } = await loadSheet({ ...request, id })
    return body
  } catch (error) {
    if (isShopError(error, 'order.unknown')) return null
    throw error
  }
}
