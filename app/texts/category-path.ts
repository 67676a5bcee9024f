/**
 * The address of a category's listing, or of a part of it, by their normalised names, which may have signs of their own:
 * `mamae/bebe`, `dor_&_febre`, `50%_off`.
 */
export function toCategoryPath(slug: string, subcategorySlug?: string | null): string {
  const path = `/categoria/${encodeURIComponent(slug)}`
  return subcategorySlug ? `${path}?child=${encodeURIComponent(subcategorySlug)}` : path
}
