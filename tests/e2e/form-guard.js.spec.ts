import { expect, type Page } from '@playwright/test'
import { openAlive, test } from '../support/browser.ts'
import { addToBag, goOn, newCustomer, novalgina, soldOut, summary, trayenta } from '../support/purchase.ts'
import { startServerProcess } from '../support/server.ts'

declare global {
  interface Window {
    __remixRouter: { navigate(path: string): Promise<void> }
  }
}

/** What the forms of the page shown would send as their guard's token. */
function tokensOn(page: Page): Promise<string[]> {
  return page.locator('[name=form_token]').evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
}

const token = /^[\da-z]{6}\.[\w-]{22}$/

test('a visitor whose heart leads to the login without a page load signs in at the first try, and has the favourite', async ({
  page,
}) => {
  await openAlive(page, novalgina.path)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await page.getByRole('button', { name: 'Adicionar aos favoritos' }).first().click()
  await expect(page).toHaveURL(/\/login\?redirectTo=\/favoritos$/)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(await tokensOn(page)).toEqual([expect.stringMatching(token)])
  await page.getByLabel('E-mail').fill('cliente@example.com')
  await page.getByLabel('Senha').fill('balcao-demo-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(new RegExp(`${novalgina.path}$`))
  await expect(page.getByRole('button', { name: 'Remover dos favoritos' }).first()).toBeVisible()
})

for (const [who, start, paths] of [
  [
    'visitor',
    '/sobre-nos',
    [
      '/login',
      '/cadastro',
      '/recuperacao-senha',
      '/recuperacao-senha?etapa=codigo',
      `${soldOut.path}/avise-me`,
      `/desconto-laboratorio?id=${trayenta.id}`,
    ],
  ],
  [
    'customer',
    '/sobre-nos',
    [
      '/minha-conta?section=perfil',
      '/minha-conta/meus-dados',
      '/confirmar-email',
      '/excluir-conta',
      '/excluir-conta?etapa=codigo',
      summary,
    ],
  ],
] as const) {
  test(`every guarded form that scripts lead a ${who} to has its token, as one of a page load has`, async ({
    page,
    server,
    continueAs,
  }) => {
    if (who === 'customer') {
      const customer = await newCustomer(server.url)
      await addToBag(customer, novalgina)
      await goOn(customer)
      await continueAs(customer)
    }
    await openAlive(page, start)
    for (const path of paths) {
      await page.evaluate((target) => window.__remixRouter.navigate(target), path)
      await expect(page.locator('[name=form_token]').first(), path).toBeAttached()
      for (const value of await tokensOn(page)) expect([path, value]).toEqual([path, expect.stringMatching(token)])
      await page.evaluate(() => window.__remixRouter.navigate('/sobre-nos'))
      await expect(page.locator('[name=form_token]')).toHaveCount(0)
    }
    // Scripts keep the token of a page that was loaded.
    await openAlive(page, paths[0])
    expect((await tokensOn(page))[0]).toMatch(token)
  })
}

test('where a captcha is set up, scripts solve it unseen while the form is filled in', async ({ page }) => {
  const asking = await startServerProcess({ env: { CAPTCHA_KEY: 'a-key-that-only-the-tests-know' } })
  try {
    await openAlive(page, `${asking.url}/login`)

    await page.getByLabel('E-mail').fill('cliente@example.com')
    await page.getByLabel('Senha').fill('balcao-demo-2026')
    await expect(page.locator('[name=captchaToken]')).not.toHaveValue('', { timeout: 60_000 })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByText('Olá, Marina').first()).toBeVisible()
  } finally {
    await asking.stop()
  }
})
