/** What browsers have since 2023, and TypeScript does not know in every version. */
interface Parser {
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions
  isConditionalMediationAvailable?(): Promise<boolean>
}

function parser(): Parser | null {
  const known = typeof PublicKeyCredential === 'undefined' ? null : (PublicKeyCredential as unknown as Parser)
  return known && 'parseRequestOptionsFromJSON' in known ? known : null
}

/** Whether the browser knows passkeys, and how to read what the shop asks. */
export function hasPasskeys(): boolean {
  return parser() !== null
}

/** Has the device make a passkey, or answer with one. @returns its answer as JSON @throws where nobody answered, or the browser refuses */
export async function askPasskey(kind: 'get' | 'create', options: string): Promise<string> {
  const known = parser()
  if (!known) throw new Error('the browser knows no passkeys')
  const { credentials } = navigator
  const asked = JSON.parse(options)
  const answer =
    kind === 'create'
      ? await credentials.create({ publicKey: known.parseCreationOptionsFromJSON(asked) })
      : await credentials.get({ publicKey: known.parseRequestOptionsFromJSON(asked) })
  return JSON.stringify(answer)
}

/** Lets the browser offer passkeys with what it fills in. @returns null where it does not, or nobody chose one */
export async function answerSilently(options: string, signal: AbortSignal): Promise<string | null> {
  const known = parser()
  if (!known || !(await known.isConditionalMediationAvailable?.())) return null
  const publicKey = known.parseRequestOptionsFromJSON(JSON.parse(options))
  return navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).then(
    (answer) => JSON.stringify(answer),
    () => null,
  )
}
