/** The pharmacist whom shoppers can see and reach. */
export const pharmacistTexts = {
  title: 'Atendimento farmacêutico',
  chat: 'Conversar',
  callLabel: (phone: string) => `Ligar para ${phone}`,
}
