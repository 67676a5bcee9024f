/** A path of this site to redirect to; anything that could lead off the site becomes `fallback`. */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/') || /^\/[/\\]|[\\\t\n\r]/.test(target)) return fallback
  return target
}
