import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { centsOf } from '../amounts.ts'
import type { ChargeRequest, ChargeRevision, Pix, Refund, RefundRequest } from '../pix/api-pix.shapes.ts'
import { type Receiver, writeDynamicBrCode } from '../pix/br-code.ts'

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

interface SandboxPix extends Pix {
  txid: string
  chave: string
  devolucoes?: SandboxRefund[] | undefined
}

export interface SandboxRefund extends Refund {
  rtrId: string
  natureza: 'ORIGINAL'
  descricao?: string | undefined
  horario: { solicitacao: string; liquidacao: string }
}

/** An error in API Pix's format (RFC 7807). */
export class BankProblem extends Error {
  readonly status: number
  readonly type: string
  readonly violations: { razao: string; propriedade?: string }[]

  constructor(status: number, type: string, title: string, violations: BankProblem['violations'] = []) {
    super(title)
    this.name = 'BankProblem'
    this.status = status
    this.type = `https://pix.bcb.gov.br/api/v2/error/${type}`
    this.violations = violations
  }
}

/** The pretend bank's ISPB, the number that identifies a Brazilian bank. */
const bankNumber = '00000000'

export function newCharge(txid: string, request: ChargeRequest, receiver: Receiver, now: Date): SandboxCharge {
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
    pixCopiaECola: writeDynamicBrCode({ location, ...receiver }),
  }
}

export function isPayable({ status, calendario: { criacao, expiracao } }: SandboxCharge, now: Date): boolean {
  return status === 'ATIVA' && now.getTime() < Date.parse(criacao) + expiracao * 1000
}

/** @throws BankProblem 400 for a charge that is no longer active */
export function applyRevision(current: SandboxCharge, changes: ChargeRevision): SandboxCharge {
  if (current.status !== 'ATIVA') throw violation('CobOperacaoInvalida', 'cob.status', 'the charge is not active')
  const calendario = { ...current.calendario, ...changes.calendario }
  return Object.assign({}, current, changes, { calendario, revisao: current.revisao + 1 })
}

/** The charge with a payment received: its full amount, unless `valor` is given. */
export function applyPayment(current: SandboxCharge, now: Date, valor = current.valor.original): SandboxCharge {
  const { txid, chave, pix = [] } = current
  const received = { endToEndId: transactionId('E', now), txid, valor, chave, horario: now.toISOString() }
  return { ...current, status: 'CONCLUIDA', pix: [...pix, received] }
}

/** A refund, completed immediately. */
export function newRefund(id: string, { valor, descricao }: RefundRequest, now: Date): SandboxRefund {
  const horario = { solicitacao: now.toISOString(), liquidacao: now.toISOString() }
  return { id, rtrId: transactionId('D', now), valor, natureza: 'ORIGINAL', descricao, horario, status: 'DEVOLVIDO' }
}

/** @throws BankProblem 400 for an id already used, and for more than was received */
export function applyRefund(current: SandboxCharge, endToEndId: string, refund: SandboxRefund): SandboxCharge {
  const withRefund = (pix: SandboxPix): SandboxPix => {
    const existingRefunds = pix.devolucoes ?? []
    if (existingRefunds.some(({ id }) => id === refund.id)) throw violation('PixDevolucaoInvalida', 'id', 'used before')
    const devolucoes = [...existingRefunds, refund]
    const effective = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
    const sum = effective.reduce((total, { valor }) => total + centsOf(valor), 0)
    if (sum > centsOf(pix.valor)) throw violation('PixDevolucaoInvalida', 'devolucao.valor', 'more than came in')
    return { ...pix, devolucoes }
  }
  return { ...current, pix: current.pix?.map((pix) => (pix.endToEndId === endToEndId ? withRefund(pix) : pix)) }
}

/** A transaction id: E (payment) or D (refund), bank, minute, 11 random characters. */
function transactionId(kind: 'E' | 'D', now: Date): string {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12)
  return kind + bankNumber + minute + randomBytes(6).toString('hex').slice(0, 11)
}

/** @throws BankProblem 400 that says which properties are wrong */
export function parse<Shape extends z.ZodType>(shape: Shape, value: unknown, type: string): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const violations = result.error.issues.map(({ path, message }) => ({ razao: message, propriedade: path.join('.') }))
  throw new BankProblem(400, type, 'Invalid request', violations)
}

export function violation(type: string, propriedade: string, razao: string): BankProblem {
  return new BankProblem(400, type, 'Invalid request', [{ razao, propriedade }])
}
