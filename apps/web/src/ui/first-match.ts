import {
  type ComboboxItem,
  defaultOptionsFilter,
  getParsedComboboxData,
  isOptionsGroup,
  type OptionsFilter,
  type SelectProps,
} from '@mantine/core'

/** What somebody means who types this and goes on to the next field: the first that is offered. */
export function firstMatch(
  { data, filter = defaultOptionsFilter as OptionsFilter }: Pick<SelectProps, 'data' | 'filter'>,
  typed: string,
): ComboboxItem | undefined {
  if (!typed.trim()) return undefined
  const options = getParsedComboboxData<string>(data)
  const found = filter({ options, search: typed, limit: Number.POSITIVE_INFINITY })
  return found.flatMap((one) => (isOptionsGroup(one) ? one.items : [one]))[0]
}
