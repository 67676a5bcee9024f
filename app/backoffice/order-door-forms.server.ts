import { doorTexts as texts } from '../texts/backoffice/door.ts'
import { defineStaffForm } from './staff-pages.server.tsx'

/** 'Recebido': how, and how much. */
export const receiveAtDoorForm = defineStaffForm({
  intent: 'recebido',
  schema: ({ backoffice }) => backoffice.forms.DoorReceipt,
  run: (request, { method, amount }) =>
    request.backoffice.door.receiveAtDoor(request.id, { method, amountCents: amount }, request.seenHash),
  respond: (_, cents) => ({ flash: texts.receivedMessage(cents) }),
})

export const takeBackFromDoorForm = defineStaffForm({
  intent: 'nao-recebido',
  run: ({ backoffice, id, seenHash }) => backoffice.door.takeBackFromDoor(id, seenHash),
  respond: () => ({ flash: texts.refusedMessage }),
})
