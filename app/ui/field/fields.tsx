import { TextField } from './field.tsx'
import { createFieldProps } from './field-props.ts'

/** The fields of a form of lines, in the order of its schema. */
export function Fields<Input extends string>(form: Parameters<typeof createFieldProps<Input>>[0]) {
  const getProps = createFieldProps(form)
  return (Object.keys(form.inputs) as Input[]).map((input) => <TextField key={input} {...getProps(input)} />)
}
