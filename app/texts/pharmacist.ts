/** The pharmacist whom shoppers can see and reach. */
export const pharmacistTexts = {
  title: 'Atendimento farmacêutico',
  chat: 'Conversar',
  call: (phone: string) => `Ligar para ${phone}`,
}
