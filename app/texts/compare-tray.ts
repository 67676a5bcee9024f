/** The tray that every page has, apart from what only the comparison's page says. */
export const trayTexts = {
  title: 'Comparar produtos',
  /** Number, unit and rest: narrow windows hide the unit. */
  tray: (count: number) => [String(count), count === 1 ? ' produto' : ' produtos', ' para comparar'] as const,
  see: 'Ver comparação',
}
