/** The tray that every page has, apart from what only the comparison's page says. */
export const compareTrayTexts = {
  title: 'Comparar produtos',
  /** Number, unit and rest: narrow windows hide the unit. */
  formatTrayCount: (count: number) =>
    [String(count), count === 1 ? ' produto' : ' produtos', ' para comparar'] as const,
  seeComparison: 'Ver comparação',
}
