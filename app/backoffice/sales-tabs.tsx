import { salesTexts as texts } from '../texts/backoffice/sales.ts'
import { Chips } from '../ui/chips/chips.tsx'

/** The pages and sections of the shop's figures, the day by hours last. */
export function SalesTabs({ rootPath, current }: { rootPath: string; current: 'sales' | 'today' }) {
  const salesPath = `${rootPath}/vendas`
  const sectionPath = (id: string) => `${current === 'sales' ? '' : salesPath}#${id}`
  const { tabs } = texts
  return (
    <Chips
      label={texts.tabsLabel}
      items={[
        { name: tabs.sales, href: salesPath, isCurrent: current === 'sales' },
        { name: tabs.sold, href: sectionPath('vendeu') },
        { name: tabs.lowStock, href: sectionPath('estoque') },
        { name: tabs.searches, href: sectionPath('buscas') },
        { name: tabs.accountant, href: sectionPath('contador') },
        { name: tabs.today, href: `${rootPath}/hoje`, isCurrent: current === 'today' },
      ]}
    />
  )
}
