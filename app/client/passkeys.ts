/** What browsers have since 2023, and TypeScript does not know in every version. */
interface Parser {
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions
  isConditionalMediationAvailable?(): Promise<boolean>
}

function parser(): Parser | null {
  const global = typeof PublicKeyCredential === 'undefined' ? null : (PublicKeyCredential as unknown as Parser)
  return global && 'parseRequestOptionsFromJSON' in global ? global : null
}

/** Whether the browser knows passkeys, and how to read what the shop asks. */
export function hasPasskeys(): boolean {
  return parser() !== null
}

/** Has the device make a passkey, or answer with one. @returns its answer as JSON @throws where nobody answered, or the browser refuses */
export async function askPasskey(kind: 'get' | 'create', options: string): Promise<string> {
  const api = parser()
  if (!api) throw new Error('the browser knows no passkeys')
  const { credentials } = navigator
  const request = JSON.parse(options)
  const credential =
    kind === 'create'
      ? await credentials.create({ publicKey: api.parseCreationOptionsFromJSON(request) })
      : await credentials.get({ publicKey: api.parseRequestOptionsFromJSON(request) })
  return JSON.stringify(credential)
}

/** Lets the browser offer passkeys with what it fills in. @returns null where it does not, or nobody chose one */
export async function answerSilently(options: string, signal: AbortSignal): Promise<string | null> {
  const credentials = parser()
  if (!credentials || !(await credentials.isConditionalMediationAvailable?.())) return null
  const publicKey = credentials.parseRequestOptionsFromJSON(JSON.parse(options))
  return navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).then(
    (credential) => JSON.stringify(credential),
    () => null,
  )
}
