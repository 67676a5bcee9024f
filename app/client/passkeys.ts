/** What browsers have since 2023, and TypeScript does not know in every version. */
interface PasskeyApi {
  parseCreationOptionsFromJSON(options: object): PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON(options: object): PublicKeyCredentialRequestOptions
  isConditionalMediationAvailable?(): Promise<boolean>
}

function findPasskeyApi(): PasskeyApi | null {
  const credentialClass =
    typeof PublicKeyCredential === 'undefined' ? null : (PublicKeyCredential as unknown as PasskeyApi)
  return credentialClass && 'parseRequestOptionsFromJSON' in credentialClass ? credentialClass : null
}

/** Whether the browser knows passkeys, and how to read what the shop asks. */
export function isPasskeySupported(): boolean {
  return findPasskeyApi() !== null
}

/** Has the device make a passkey, or use one. @returns its response as JSON @throws where nobody responded, or the browser refuses */
export async function requestPasskey(kind: 'get' | 'create', optionsJson: string): Promise<string> {
  const passkeyApi = findPasskeyApi()
  if (!passkeyApi) throw new Error('the browser knows no passkeys')
  const { credentials } = navigator
  const options = JSON.parse(optionsJson)
  const credential =
    kind === 'create'
      ? await credentials.create({ publicKey: passkeyApi.parseCreationOptionsFromJSON(options) })
      : await credentials.get({ publicKey: passkeyApi.parseRequestOptionsFromJSON(options) })
  return JSON.stringify(credential)
}

/** Lets the browser offer passkeys with what it fills in. @returns null where it does not, or nobody chose one */
export async function requestAutofilledPasskey(optionsJson: string, signal: AbortSignal): Promise<string | null> {
  const passkeyApi = findPasskeyApi()
  if (!passkeyApi || !(await passkeyApi.isConditionalMediationAvailable?.())) return null
  const publicKey = passkeyApi.parseRequestOptionsFromJSON(JSON.parse(optionsJson))
  return navigator.credentials.get({ publicKey, mediation: 'conditional', signal }).then(
    (credential) => JSON.stringify(credential),
    () => null,
  )
}
