/**
 * Passkeys on the back office's pages: shows the passkey form where the browser supports passkeys, and sends the device's
 * credential as a plain form. On the sign-in the browser may offer passkeys with autofill, too.
 */
export const passkeyScript = `(() => {
  const form = document.querySelector('form[data-passkey]')
  const credentialApi = window.PublicKeyCredential
  if (!form || !credentialApi || !credentialApi.parseRequestOptionsFromJSON) return
  const { passkey, options } = form.dataset
  const optionsJson = JSON.parse(options)
  const send = (credential) => { form.elements.answer.value = JSON.stringify(credential); form.submit() }
  form.hidden = false
  const conditionalRequest = new AbortController()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    conditionalRequest.abort()
    const publicKey = passkey === 'create' ? credentialApi.parseCreationOptionsFromJSON(optionsJson) : credentialApi.parseRequestOptionsFromJSON(optionsJson)
    navigator.credentials[passkey]({ publicKey }).then(send, () => { form.querySelector('[role=alert]').hidden = false })
  })
  if (passkey === 'get') credentialApi.isConditionalMediationAvailable?.().then((isAvailable) => isAvailable &&
    navigator.credentials.get({ publicKey: credentialApi.parseRequestOptionsFromJSON(optionsJson), mediation: 'conditional', signal: conditionalRequest.signal }).then(send, () => {}))
})()`
