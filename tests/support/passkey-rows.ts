/** A row of a customer's passkey, which nobody can sign in with. */
export function passkeyOf(customer_id: number, name = 'Minha chave') {
  const times = { created_at: '2026-03-10T10:00:00.000Z', used_at: null }
  return { id: `passkey of ${customer_id}`, customer_id, staff_id: null, name, public_key: '', counter: 0, ...times }
}
