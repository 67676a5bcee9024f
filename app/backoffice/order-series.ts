import { parseId } from '../http/ids.ts'

/** The query parameter with the orders that are picked one after the other. */
export const seriesParam = 'serie'
/** The query parameter with the orders that are ticked: ids, or `todos`. */
export const ticksParam = 'marcar'
/** The query parameter with the orders that are printed at once. */
export const printedParam = 'pedidos'

const maxIds = 200

/** In an address: `12.13.14`. */
export function formatIds(ids: number[]): string {
  return ids.join('.')
}

/** Of what is no id nothing is left. */
export function parseIds(text: string | null): number[] {
  const ids = (text ?? '').split('.', maxIds).map((id) => parseId(id))
  return [...new Set(ids.filter((id) => id > 0))]
}

/** The address of an order's page, in the series that it is picked in. */
export function buildOrderHref(rootPath: string, id: number, { searchParams }: URL): string {
  const series = formatIds(parseIds(searchParams.get(seriesParam)))
  return `${rootPath}/pedidos/${id}${series ? `?${seriesParam}=${series}` : ''}`
}

/** Where an order stands in the series of its page; null outside of one. */
export function findSeriesPlace({ searchParams }: URL, id: number): SeriesPlace | null {
  const ids = parseIds(searchParams.get(seriesParam))
  const index = ids.indexOf(id)
  return index < 0 ? null : { ids, position: index + 1, nextId: ids[index + 1] ?? null }
}

export interface SeriesPlace {
  ids: number[]
  /** From 1. */
  position: number
  /** Null at its end. */
  nextId: number | null
}

/** Where a series goes on after an order: to the next one, and after the last back to the queue, with all of them ticked. */
export function buildNextHref(rootPath: string, { ids, nextId }: SeriesPlace): string {
  if (nextId === null) return `${rootPath}?${ticksParam}=${formatIds(ids)}`
  return `${rootPath}/pedidos/${nextId}?${seriesParam}=${formatIds(ids)}`
}
