import { expect } from 'vitest'
import { noteTyped } from './logs.ts'
import type { RunningServer } from './server.ts'

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each call has its own response type, which the contract's schema checks
  body: any
}

/** Sends one call of /api as JSON. */
export function call(
  server: Pick<RunningServer, 'url'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  noteTyped(body)
  return send(server, `/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** Sends any request. */
export async function send(server: Pick<RunningServer, 'url'>, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text,
  }
}

export type Role = 'visitor' | 'customer' | 'neighbour' | 'benefit' | 'nobody'
export const roles: Role[] = ['visitor', 'customer', 'neighbour', 'benefit', 'nobody']
export const password = 'balcao-demo-2026'
const neighbourEmail = 'vizinha@example.com'

/** A token of each role: a visitor's, the two demo customers', a new customer's, and none. */
export async function tokensOf(server: RunningServer): Promise<Record<Role, string | undefined>> {
  const visitor = (await call(server, 'auth/getInitialToken', {})).body.access_token
  const login = async (email: string) =>
    (await call(server, 'auth/login', { email, password, token: visitor })).body.token
  const { body } = await call(server, 'auth/register', {
    payload: {
      f_name: 'Nair',
      l_name: 'Vizinha',
      email: neighbourEmail,
      phone: '11912345678',
      password,
      password_confirmation: password,
      terms: true,
    },
    token: visitor,
  })
  return {
    visitor,
    customer: await login('cliente@example.com'),
    neighbour: body.token,
    benefit: await login('beneficio@example.com'),
    nobody: undefined,
  }
}

/** What every refusal looks like: one error or more, each with a code and a sentence. */
export function expectRefusal(answer: Answer, status: number, code?: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body.errors[0]).toMatchObject({ code: code ?? expect.any(String), message: expect.any(String) })
}
