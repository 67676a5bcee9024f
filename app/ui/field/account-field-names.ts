/** The names of an account's fields that are not their input's in snake case (contract, section 5). */
export const accountFieldNames = {
  firstName: 'f_name',
  lastName: 'l_name',
  passwordAgain: 'password_confirmation',
} as const
