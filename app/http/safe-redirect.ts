/** Any site: a target that leads to another one leads away from the shop. */
const placeholderOrigin = 'http://shop.invalid'

/**
 * A page of this site to redirect to, encoded as a header needs it; anything that could lead off the site becomes
 * `fallback`. Read as browsers read it: they skip tabs and line breaks, and take a backslash for a slash.
 */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/') || !URL.canParse(target, placeholderOrigin)) return fallback
  const { origin, pathname, search, hash } = new URL(target, placeholderOrigin)
  // What remains of the path '/..//evil.example' would be read as another site.
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + search + hash : fallback
}
