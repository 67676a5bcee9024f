/** A row of a customer's passkey, which nobody can sign in with. */
export function passkeyOf(customerId: number, name = 'Minha chave') {
  const times = { createdAt: new Date('2026-03-10T10:00:00.000Z'), usedAt: null }
  return { id: `passkey of ${customerId}`, customerId, staffId: null, name, publicKey: '', counter: 0, ...times }
}
