import type { Page } from '@playwright/test'

/** Adds a device to a page of Chromium that makes passkeys and answers with them, its holder present. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    credentials,
    /** Whether its holder proves to be it. */
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** As a browser that offers passkeys by a button alone. */
export async function withoutSilentOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}
