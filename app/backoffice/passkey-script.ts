/**
 * Passkeys on the counter's pages: shows the form that a device answers, where the browser knows passkeys, and sends its answer as a
 * plain form. On the sign-in the browser may offer them with what it fills in, too.
 */
export const passkeyScript = `(() => {
  const form = document.querySelector('form[data-passkey]')
  const known = window.PublicKeyCredential
  if (!form || !known || !known.parseRequestOptionsFromJSON) return
  const { passkey, options } = form.dataset
  const asked = JSON.parse(options)
  const send = (answer) => { form.elements.answer.value = JSON.stringify(answer); form.submit() }
  form.hidden = false
  let silent = new AbortController()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    silent.abort()
    const publicKey = passkey === 'create' ? known.parseCreationOptionsFromJSON(asked) : known.parseRequestOptionsFromJSON(asked)
    navigator.credentials[passkey]({ publicKey }).then(send, () => { form.querySelector('[role=alert]').hidden = false })
  })
  if (passkey === 'get') known.isConditionalMediationAvailable?.().then((is) => is &&
    navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(asked), mediation: 'conditional', signal: silent.signal }).then(send, () => {}))
})()`
