/**
 * The address of a category's listing, or of a part of it, by their normalised names, which may have signs of their own:
 * `mamae/bebe`, `dor_&_febre`, `50%_off`.
 */
export function categoryPath(slug: string, child?: string | null): string {
  const path = `/categoria/${encodeURIComponent(slug)}`
  return child ? `${path}?child=${encodeURIComponent(child)}` : path
}
