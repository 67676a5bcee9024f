/** A path of our own to go on to; anything that could lead off the site leads home. */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback = '/'): string {
  if (typeof target !== 'string' || !target.startsWith('/') || /^\/[/\\]|[\\\t\n\r]/.test(target)) return fallback
  return target
}
