import type { SelectProps } from '@mantine/core'
import type { Units } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { SearchSelect } from './search-select.tsx'

interface Props extends Omit<SelectProps, 'data'> {
  units: Units
  /** The label for none in particular, whose value is ''. */
  all?: string
}

/** One of the organisation's departments, designations or work stations. */
export function UnitSelect({ units, all, ...props }: Props) {
  const may = useMay()
  const { data } = useRead(units.list, undefined, { enabled: may(units.list) })
  const options = data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const offered = all ? [{ value: '', label: all }, ...options] : options
  return <SearchSelect data={offered} {...props} />
}
