import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { parseCents } from '../../payments/amounts.ts'
import type { ChargeRequest, ChargeRevision, RefundRequest } from '../../payments/pix/api-pix.schemas.ts'
import { buildDynamicBrCode, type Receiver } from '../../payments/pix/br-code.ts'

/** A charge as API Pix shows it. */
export interface SandboxCharge extends ChargeRequest {
  calendario: { criacao: string; expiracao: number }
  txid: string
  revisao: number
  loc: { id: number; location: string; tipoCob: 'cob'; txid: string; criacao: string }
  location: string
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
  pixCopiaECola: string
  pix?: SandboxPix[] | undefined
}

interface SandboxPix {
  endToEndId: string
  txid: string
  valor: string
  chave: string
  horario: string
  devolucoes?: SandboxRefund[] | undefined
}

export interface SandboxRefund {
  id: string
  rtrId: string
  valor: string
  status: string
  natureza: 'ORIGINAL'
  descricao?: string | undefined
  horario: { solicitacao: string; liquidacao: string }
}

/** An error in API Pix's format (RFC 7807). */
export class BankApiError extends Error {
  readonly status: number
  readonly type: string
  readonly violations: { razao: string; propriedade?: string }[]

  constructor(status: number, type: string, title: string, violations: BankApiError['violations'] = []) {
    super(title)
    this.name = 'BankApiError'
    this.status = status
    this.type = `https://pix.bcb.gov.br/api/v2/error/${type}`
    this.violations = violations
  }
}

/** The pretend bank's ISPB, the number that identifies a Brazilian bank. */
const bankIspb = '00000000'

export function buildCharge(txid: string, request: ChargeRequest, receiver: Receiver, now: Date): SandboxCharge {
  const criacao = now.toISOString()
  const location = `pix.example.com/qr/v2/${randomUUID().replaceAll('-', '')}`
  return {
    ...request,
    calendario: { criacao, expiracao: request.calendario.expiracao },
    txid,
    revisao: 0,
    loc: { id: randomInt(1, 2 ** 31), location, tipoCob: 'cob', txid, criacao },
    location,
    status: 'ATIVA',
    pixCopiaECola: buildDynamicBrCode({ location, ...receiver }),
  }
}

export function isPayable({ status, calendario: { criacao, expiracao } }: SandboxCharge, now: Date): boolean {
  return status === 'ATIVA' && now.getTime() < Date.parse(criacao) + expiracao * 1000
}

/** @throws BankApiError 400 for a charge that is no longer active */
export function applyRevision(charge: SandboxCharge, changes: ChargeRevision): SandboxCharge {
  if (charge.status !== 'ATIVA')
    throw createViolationError('CobOperacaoInvalida', 'cob.status', 'the charge is not active')
  const calendario = { ...charge.calendario, ...changes.calendario }
  return Object.assign({}, charge, changes, { calendario, revisao: charge.revisao + 1 })
}

/** The charge with a payment received: its full amount, unless `valor` is given. */
export function applyPayment(charge: SandboxCharge, now: Date, valor = charge.valor.original): SandboxCharge {
  const { txid, chave, pix = [] } = charge
  const newPayment = { endToEndId: createTransactionId('E', now), txid, valor, chave, horario: now.toISOString() }
  return { ...charge, status: 'CONCLUIDA', pix: [...pix, newPayment] }
}

/** A refund, completed immediately. */
export function buildRefund(id: string, { valor, descricao }: RefundRequest, now: Date): SandboxRefund {
  const horario = { solicitacao: now.toISOString(), liquidacao: now.toISOString() }
  return {
    id,
    rtrId: createTransactionId('D', now),
    valor,
    natureza: 'ORIGINAL',
    descricao,
    horario,
    status: 'DEVOLVIDO',
  }
}

/** @throws BankApiError 400 for an id already used, and for more than was received */
export function applyRefund(charge: SandboxCharge, endToEndId: string, refund: SandboxRefund): SandboxCharge {
  const addRefund = (pix: SandboxPix): SandboxPix => {
    const existingRefunds = pix.devolucoes ?? []
    if (existingRefunds.some(({ id }) => id === refund.id))
      throw createViolationError('PixDevolucaoInvalida', 'id', 'used before')
    const devolucoes = [...existingRefunds, refund]
    const effectiveRefunds = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
    const refundedCents = effectiveRefunds.reduce((total, { valor }) => total + parseCents(valor), 0)
    if (refundedCents > parseCents(pix.valor))
      throw createViolationError('PixDevolucaoInvalida', 'devolucao.valor', 'more than came in')
    return { ...pix, devolucoes }
  }
  return { ...charge, pix: charge.pix?.map((pix) => (pix.endToEndId === endToEndId ? addRefund(pix) : pix)) }
}

/** A transaction id: E (payment) or D (refund), bank, minute, 11 random characters. */
function createTransactionId(prefix: 'E' | 'D', now: Date): string {
  const timestamp = now.toISOString().replace(/\D/g, '').slice(0, 12)
  return prefix + bankIspb + timestamp + randomBytes(6).toString('hex').slice(0, 11)
}

/** @throws BankApiError 400 that says which properties are wrong */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  errorType: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const violations = result.error.issues.map(({ path, message }) => ({ razao: message, propriedade: path.join('.') }))
  throw new BankApiError(400, errorType, 'Invalid request', violations)
}

export function createViolationError(errorType: string, propriedade: string, razao: string): BankApiError {
  return new BankApiError(400, errorType, 'Invalid request', [{ razao, propriedade }])
}
