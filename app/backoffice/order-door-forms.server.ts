import { parseId } from '../http/ids.ts'
import { doorTexts as texts } from '../texts/backoffice/door.ts'
import { defineStaffForm, type StaffRequest } from './staff-pages.server.tsx'

const buildOrderRedirect = (request: StaffRequest, flash: string) => ({
  to: `${request.rootPath}/pedidos/${parseId(request.params.id)}`,
  flash,
})

/** 'Recebido': how, and how much. */
export const receiveAtDoorForm = defineStaffForm({
  intent: 'recebido',
  schema: ({ backoffice }) => backoffice.forms.DoorReceipt,
  run: (request, { method, amount }) =>
    request.shop.backoffice.door.receiveAtDoor(
      request.actor,
      parseId(request.params.id),
      { method, amountCents: amount },
      request.seenHash,
    ),
  respond: (request, cents) => buildOrderRedirect(request, texts.receivedMessage(cents)),
})

/** 'Não recebido'. */
export const takeBackFromDoorForm = defineStaffForm({
  intent: 'nao-recebido',
  run: (request) =>
    request.shop.backoffice.door.takeBackFromDoor(request.actor, parseId(request.params.id), request.seenHash),
  respond: (request) => buildOrderRedirect(request, texts.refusedMessage),
})
