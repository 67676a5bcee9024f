import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import examples from '../../server/calls/staff/examples.json' with { type: 'json' }
import type { StaffOperation } from '../../server/calls/staff/staff-operation.ts'
import { staffOperations } from '../../server/calls/staff/staff-operations.ts'
import { azitromicina, line, novalgina, openCheckout, paper } from '../support/checkout.ts'
import { receivePix } from '../support/payments.ts'
import { actorOf, byOperator, demoStaff, demoStaffPassword } from '../support/staff.ts'

/**
 * The examples of the contract's answers that are what the demo shop answered: this story makes them. `EXAMPLES=write` before
 * the test's command writes them anew.
 */

const operations: Record<string, StaffOperation> = staffOperations
const file = join(import.meta.dirname, '../../server/calls/staff/examples.json')

/** What another run would answer otherwise. */
const withoutSecrets = (answer: object) => ('token' in answer ? { ...answer, token: 'token-desta-sessao' } : answer)

async function tellStory() {
  const shop = await openCheckout()
  const [owner, pharmacist] = [await actorOf(shop, 'owner'), await actorOf(shop, 'pharmacist')]
  const answers: Record<string, object> = {}
  const ask = async (path: string, input: object, actor = owner, bearerToken = '') => {
    const operation = operations[path]
    if (!operation) throw new Error(`no call ${path}`)
    const parsedInput = operation.input.parse(input)
    const answer = await operation.run(shop.ctx, parsedInput, { actor, bearerToken, clientNetwork: 'test' })
    answers[path] = withoutSecrets(answer as object)
    // biome-ignore lint/suspicious/noExplicitAny: an answer, which the next calls take fields of
    return answer as any
  }
  const order = async (units = 1) => {
    const { id } = await shop.place([line(novalgina, units)])
    await receivePix(shop, id)
    return id
  }

  const { token } = await ask('staff/login', { email: demoStaff.clerk, password: demoStaffPassword })
  await ask('staff/whoami', {})
  await ask('staff/logout', {}, owner, token)

  const orderId = await order(3)
  const address = {
    ...{ zipcode: '04001-000', street: 'Rua Vergueiro', number: '3000', complement: 'apto 12' },
    ...{ neighborhood: 'Vila Mariana', city: 'São Paulo', state: 'SP' },
  }
  const { addressHash, quoteHash } = await ask('staff/orders/quoteAddress', { orderId, address })
  await ask('staff/orders/changeAddress', { orderId, address, addressHash, quoteHash })
  await ask('staff/orders/removeByWish', { orderId, productId: novalgina, units: 1, expectedUnits: 3 })
  const search = { orderId, productId: novalgina, term: 'dipirona 20 comprimidos' }
  const { replacements, latestProposalId } = await ask('staff/orders/searchReplacements', search)
  const { productId: replacementId } = replacements.find(({ obstacle }: { obstacle: null }) => obstacle === null)
  const proposal = { orderId, productId: novalgina, units: 1, expectedUnits: 2, replacementId, latestProposalId }
  await ask('staff/orders/proposeReplacement', proposal)

  const prescriptionId = await shop.prescriptions.submitPrescriptions(shop.customerId, [await paper([azitromicina])])
  const reviewed = await shop.place([line(azitromicina)], { prescriptionId })
  await receivePix(shop, reviewed.id)
  const { parts, seenPictures } = await ask('staff/findPrescription', { prescriptionId }, pharmacist)
  const reason = 'Ilegível ou cortada'
  const picture = { prescriptionId, partId: parts[0].partId, reason, seenPictures }
  await ask('staff/requestPicture', picture, pharmacist)

  const tellProblem = async (kind: 'missing' | 'withdraw', message: string) => {
    const id = await order()
    for (const step of ['pick', 'dispatch', 'deliver'] as const) await shop.orders.advanceOrder(id, step, byOperator)
    await shop.problems.saveDraft(
      shop.customerId,
      id,
      { kind, items: [{ productId: novalgina, units: 1 }], message },
      [],
    )
    return (await shop.problems.submitDraft(shop.customerId, id)).id
  }
  const missing = await tellProblem('missing', 'A caixa veio vazia.')
  await ask('staff/requests/list', {})
  await ask('staff/requests/answer', { requestId: missing, decision: 'grant', message: 'Devolvemos o valor.' })
  // What is withdrawn from is granted at once.
  await ask('staff/requests/receiveGoods', { requestId: await tellProblem('withdraw', 'Mudei de ideia.') })
  return answers
}

test('the contract’s generated examples are what the demo shop answers', async () => {
  const answers = await tellStory()
  if (process.env.EXAMPLES === 'write') writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`)
  else expect(answers).toEqual(examples)
})

test('each call has one example of its answer, which its schema takes', () => {
  const generated: Record<string, object> = examples
  for (const [path, { answerExample, output }] of Object.entries(operations)) {
    const answer = answerExample ?? generated[path]
    expect([path, answer !== undefined && output.safeParse(answer).success]).toEqual([path, true])
    expect([path, answerExample !== undefined && path in generated]).toEqual([path, false])
  }
})
