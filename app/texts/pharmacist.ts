/** The pharmacist whom shoppers can see and reach. */
export const pharmacistTexts = {
  title: 'Seu farmacêutico',
  chat: 'Conversar',
  call: (phone: string) => `Ligar ${phone}`,
}
