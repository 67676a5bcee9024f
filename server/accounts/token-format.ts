/** Whether a text has the form of the shop's tokens, 32 bytes in base64url: nothing else is looked up, or counted by. */
export function isToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text)
}
