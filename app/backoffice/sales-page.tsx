import type { AccountantRow, SalesReport } from '#server/backoffice/sales.ts'
import type { SalesPeriod } from '#server/backoffice/sales-periods.ts'
import { parseId } from '../http/ids.ts'
import { isShopError } from '../http/responses.server.ts'
import { muted, row, spreadRow, stack, visuallyHidden } from '../styles/shared.css.ts'
import { backofficeTexts } from '../texts/backoffice/frame.ts'
import { formatDayRange, salesTexts as texts } from '../texts/backoffice/sales.ts'
import type { CsvCell } from '../texts/csv-line.ts'
import { formatTime, toIsoDay } from '../texts/dates.ts'
import { addDays } from '../texts/days.ts'
import { formatCnpj, formatDay, formatFiscalKey } from '../texts/format.ts'
import { normalizeDay } from '../texts/normalize-day.ts'
import { formatErrorTitle } from '../texts/pages.ts'
import { formatPaymentMethod } from '../texts/payment-methods.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Chips } from '../ui/chips/chips.tsx'
import { ErrorSummary } from '../ui/error-summary/error-summary.tsx'
import { DateField } from '../ui/field/date-field.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import * as css from './backoffice.css.ts'
import { BranchSelect } from './branch-select.tsx'
import { createCsvResponse, streamCsvResponse } from './csv.ts'
import type { View } from './document.tsx'
import { changeParams } from './list-pages.tsx'
import { ReportTablePanel } from './report-tables.tsx'
import { DaysChart, SalesFigures } from './sales-figures.tsx'
import { buildSalesTables, type SalesTable } from './sales-tables.ts'
import { SalesTabs } from './sales-tabs.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'
import * as todayCss from './today.css.ts'

const periodByParam: Record<string, SalesPeriod> = { dia: 'day', semana: 'week', mes: 'month' }
const paramByPeriod: Record<SalesPeriod, string> = { day: 'dia', week: 'semana', month: 'mes' }

const accountantFirstDayId = 'contador-de'

export const loader = createStaffLoader((request) => {
  const fileName = request.url.searchParams.get('csv')
  if (fileName === null) return loadView(request)
  return fileName === 'contador' ? createAccountantResponse(request) : createTableResponse(request, fileName)
})

/** All rows of a table; for what is none, the page. */
async function createTableResponse(request: StaffRequest, id: string): Promise<View | Response> {
  const report = await buildReport(request, { isForFile: true })
  const { longTables, shortTables } = buildSalesTables(report, request.rootPath)
  const file = [...longTables, ...shortTables].find((table) => table.id === id)?.file
  if (!file) return loadView(request)
  return createCsvResponse(`${id}-${report.days.firstDay}-a-${report.days.lastDay}`, file.columns, file.rows)
}

/** The accountant's file; for days that are none, the page again, with what was typed. */
async function createAccountantResponse(request: StaffRequest): Promise<View | Response> {
  const { shop, actor, url } = request
  const [firstDay = '', lastDay = ''] = ['de', 'ate'].map((name) => normalizeDay(url.searchParams.get(name) ?? ''))
  try {
    const pages = await shop.backoffice.sales.streamAccountantRows(
      actor,
      { firstDay, lastDay },
      parseId(url.searchParams.get('loja')) || null,
    )
    return streamCsvResponse(`vendas-${firstDay}-a-${lastDay}`, texts.accountantColumns, formatAccountantPages(pages))
  } catch (error) {
    if (!isShopError(error) || error.code !== 'sales.days') throw error
    return loadView(request, { firstDay, lastDay, message: error.message })
  }
}

async function* formatAccountantPages(pages: AsyncIterable<AccountantRow[]>): AsyncGenerator<CsvCell[][]> {
  for await (const rows of pages)
    yield rows.map((order) => [
      formatDay(toIsoDay(order.paidAt)),
      order.branchName,
      formatCnpj(order.cnpj),
      order.id,
      order.method ? formatPaymentMethod(order.method) : texts.balanceOnly,
      { cents: order.itemsCents },
      { cents: order.discountCents },
      { cents: order.couponDiscountCents },
      { cents: order.deliveryFeeCents },
      { cents: order.refundedCents },
      { cents: order.netCents },
      { cents: order.balanceCents },
      // In fours: a spreadsheet would round a number of 44 digits.
      formatFiscalKey(order.fiscalKey ?? ''),
      texts.promotionCell(order.promotions),
    ])
}

interface RefusedFile {
  /** As they were typed. */
  firstDay: string
  lastDay: string
  message: string
}

function buildReport(
  { shop, actor, url }: StaffRequest,
  { refusedFile, isForFile = false }: { refusedFile?: RefusedFile | undefined; isForFile?: boolean },
): Promise<SalesReport> {
  return shop.backoffice.sales.buildSalesReport(actor, {
    period: periodByParam[url.searchParams.get('periodo') ?? ''] ?? 'week',
    requestedDay: refusedFile ? null : url.searchParams.get('ate'),
    requestedFirstDay: refusedFile ? null : url.searchParams.get('de'),
    requestedBranchId: parseId(url.searchParams.get('loja')) || null,
    isForFile,
  })
}

async function loadView(request: StaffRequest, refusedFile?: RefusedFile): Promise<View> {
  const { shop, url, rootPath } = request
  const report = await buildReport(request, { refusedFile })
  const { daysTable, longTables, shortTables } = buildSalesTables(report, rootPath)
  const toPanel = ({ footer, file, ...table }: SalesTable) => (
    <ReportTablePanel
      key={table.id}
      table={table}
      footer={footer}
      {...(file && { csvHref: changeParams(url, `${rootPath}/vendas`, { csv: table.id }) })}
    />
  )
  return {
    title: refusedFile ? formatErrorTitle(texts.title) : texts.title,
    heading: texts.title,
    status: refusedFile ? 422 : 200,
    header: <p className={muted}>{texts.hint}</p>,
    content: (
      <>
        <ErrorSummary errors={refusedFile ? [{ id: accountantFirstDayId, message: refusedFile.message }] : []} />
        <SalesTabs rootPath={rootPath} current="sales" />
        <PeriodNavigation report={report} path={`${rootPath}/vendas`} />
        <p className={muted}>{formatComparedDays(report, shop.clock.now())}</p>
        <SalesFigures report={report} />
        {daysTable && <ReportTablePanel table={daysTable} chart={<DaysChart report={report} />} />}
        <div className={todayCss.reportGrid}>
          <div className={stack}>{longTables.map(toPanel)}</div>
          <div className={stack}>
            {shortTables.map(toPanel)}
            <AccountantPanel
              report={report}
              path={`${rootPath}/vendas`}
              today={toIsoDay(shop.clock.now())}
              refusedFile={refusedFile}
            />
          </div>
        </div>
      </>
    ),
  }
}

function formatComparedDays({ days, comparedDays, isToday }: SalesReport, now: Date): string {
  return [
    formatDayRange(days),
    isToday && texts.untilTime(formatTime(now)),
    texts.comparison(formatDayRange(comparedDays)),
    isToday && texts.sameTime,
  ]
    .filter(Boolean)
    .join('')
}

/** Which period, which of them, and of which branch. */
function PeriodNavigation({ report, path }: { report: SalesReport; path: string }) {
  const { period, days, isFirstDayChosen, previousDay, nextDay, branchId, branches } = report
  const buildHref = (changes: { period?: SalesPeriod; day?: string }) =>
    `${path}?${new URLSearchParams({
      periodo: paramByPeriod[changes.period ?? period],
      ate: changes.day ?? days.lastDay,
      ...(branchId !== null && { loja: String(branchId) }),
    })}`
  return (
    <div className={spreadRow}>
      <Chips
        label={texts.periodsLabel}
        items={Object.values(periodByParam).map((each) => ({
          name: texts.periods[each],
          href: buildHref({ period: each }),
          isCurrent: each === period && !isFirstDayChosen,
        }))}
      />
      <p className={row}>
        <ButtonLink variant="outline" href={buildHref({ day: previousDay })}>
          {texts.previous[period]}
        </ButtonLink>
        {nextDay !== null && (
          <ButtonLink variant="outline" href={buildHref({ day: nextDay })}>
            {texts.next[period]}
          </ButtonLink>
        )}
      </p>
      <form className={row} action={path}>
        <input type="hidden" name="periodo" value={paramByPeriod[period]} />
        <TextField
          label={<span className={visuallyHidden}>{texts.since}</span>}
          id="de"
          name="de"
          type="date"
          defaultValue={isFirstDayChosen ? days.firstDay : undefined}
        />
        <TextField
          label={<span className={visuallyHidden}>{texts.until}</span>}
          id="ate"
          name="ate"
          type="date"
          defaultValue={days.lastDay}
        />
        {branches.length > 1 && (
          <BranchSelect
            label={<span className={visuallyHidden}>{backofficeTexts.branch}</span>}
            id="loja"
            name="loja"
            defaultValue={branchId ?? ''}
            branches={branches}
          />
        )}
        <Button variant="outline">{texts.show}</Button>
      </form>
    </div>
  )
}

type AccountantPanelProps = { report: SalesReport; path: string; today: string; refusedFile: RefusedFile | undefined }

/** Of the month before, until somebody asks for other days. */
function AccountantPanel({ report, path, today, refusedFile }: AccountantPanelProps) {
  const lastDayBefore = addDays(`${today.slice(0, 7)}-01`, -1)
  const { firstDay, lastDay } = refusedFile ?? { firstDay: `${lastDayBefore.slice(0, 7)}-01`, lastDay: lastDayBefore }
  return (
    <Panel title={texts.accountantTitle} id="contador">
      <p>{texts.accountantHint}</p>
      <form className={css.promotionFields} action={path}>
        <input type="hidden" name="csv" value="contador" />
        <input type="hidden" name="periodo" value={paramByPeriod[report.period]} />
        <DateField
          id={accountantFirstDayId}
          name="de"
          label={texts.firstDay}
          defaultValue={firstDay}
          error={refusedFile?.message}
        />
        <DateField id="contador-ate" name="ate" label={texts.lastDay} defaultValue={lastDay} />
        {report.branches.length > 1 && (
          <BranchSelect
            id="contador-loja"
            name="loja"
            defaultValue={report.branchId ?? ''}
            branches={report.branches}
          />
        )}
        <Button>{texts.download}</Button>
      </form>
    </Panel>
  )
}
