import type { Problem } from '#server/problems/problem.ts'
import { parseId } from '../http/ids.ts'
import { muted } from '../styles/shared.css.ts'
import { problemTexts, backofficeProblemTexts as texts } from '../texts/problems.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { formatTimestamp } from './audit-formatting.ts'
import { TablePanel } from './backoffice-table.tsx'
import type { View } from './document.tsx'
import { ListPages, readPage } from './list-pages.tsx'
import { createStaffLoader, type StaffRequest } from './staff-pages.server.tsx'

export const loader = createStaffLoader(loadView)

const tabByParam: Record<string, 'closed' | 'awaited'> = { respondidos: 'closed', 'a-receber': 'awaited' }

/** The problems that customers reported, the one due soonest first. */
async function loadView({ backoffice, shop, rootPath, url }: StaffRequest): Promise<View> {
  const tab = tabByParam[url.searchParams.get('situacao') ?? ''] ?? 'open'
  const branchId = parseId(url.searchParams.get('loja')) || null
  const problems = await backoffice.problems.listProblems(tab, branchId, readPage(url))
  const openCount = await backoffice.problems.countOpenProblems(branchId)
  const now = shop.clock.now()
  const problemsPath = `${rootPath}/pedidos-de-clientes`
  return {
    title: texts.title,
    header: <>{tab === 'open' && <p className={muted}>{texts.openCount(openCount)}</p>}</>,
    content: (
      <>
        <Chips
          label={texts.filterLabel}
          items={[
            { name: texts.filters.open, href: problemsPath, isCurrent: tab === 'open' },
            {
              name: texts.filters.awaitingGoods,
              href: `${problemsPath}?situacao=a-receber`,
              isCurrent: tab === 'awaited',
            },
            { name: texts.filters.closed, href: `${problemsPath}?situacao=respondidos`, isCurrent: tab === 'closed' },
          ]}
        />
        {problems.length === 0 ? (
          <EmptyState title={texts.noProblems} />
        ) : (
          <TablePanel caption={texts.title} hidesCaption columns={texts.columns}>
            {problems.map((problem) => (
              <tr key={problem.id}>
                <th scope="row">
                  <a href={`${problemsPath}/${problem.id}`}>{problemTexts.problemNumber(problem.id)}</a>
                  <small>{texts.order(problem.orderId)}</small>
                </th>
                <td>{formatDueTime(problem, now)}</td>
                <td>{problem.customerName}</td>
                <td>{problemTexts.kinds[problem.kind]}</td>
                <td>{formatState(problem)}</td>
              </tr>
            ))}
          </TablePanel>
        )}
        <ListPages url={url} hasMore={problems.length === shop.backoffice.listSizes.problems} />
      </>
    ),
  }
}

function formatDueTime({ state, dueAt }: Problem, now: Date) {
  if (state === 'asked') return texts.pausedHint
  const dueText = formatTimestamp(dueAt, now)
  return dueAt < now && state === 'open' ? <b>{texts.overdue(dueText)}</b> : dueText
}

function formatState({ state, decision }: Problem): string {
  if (state === 'closed' && decision) return problemTexts.decisions[decision]
  return texts.states[state === 'asked' ? 'asked' : 'open']
}
