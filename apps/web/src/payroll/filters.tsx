import { Button, Group, Select, SimpleGrid, Title } from '@mantine/core'
import type { Permission } from '@mshahara/contract/permissions'
import { departments, designations, type Units, workStations } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { IconFilterOff } from '../ui/icons.ts'

interface Props {
  chosen: Record<string, string>
  onChange: (filters: Record<string, string | null>) => void
  onReset: () => void
}

const lists: [name: string, label: string, all: string, units: Units, permission: Permission][] = [
  ['department_id', 'Department', 'All Departments', departments, 'view departments'],
  [
    'designation_id',
    'Designation',
    'All Designations',
    designations as unknown as Units,
    'view designations',
  ],
  [
    'work_station_id',
    'Work station',
    'All Work stations',
    workStations as unknown as Units,
    'view work-stations',
  ],
]

/** Any change narrows the run through the server. */
export function Filters({ chosen, onChange, onReset }: Props) {
  return (
    <section className="card" aria-label="Filter Options" data-print="hidden">
      <Group p="lg" align="flex-end" gap="md">
        <Title order={2} w="100%">
          Filter Options
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} flex={1} miw={260}>
          {lists.map(([name, label, all, units, permission]) => (
            <Unit
              key={name}
              label={label}
              all={all}
              units={units}
              permission={permission}
              value={chosen[name] ?? ''}
              onChange={(value) => onChange({ [name]: value })}
            />
          ))}
        </SimpleGrid>
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onReset}
        >
          Reset Filters
        </Button>
      </Group>
    </section>
  )
}

interface UnitProps {
  label: string
  all: string
  units: Units
  permission: Permission
  value: string
  onChange: (value: string | null) => void
}

function Unit({ label, all, units, permission, value, onChange }: UnitProps) {
  const may = useMay()
  const { data } = useRead(units.list, undefined, { enabled: may(permission) })
  const options = data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Select
      label={label}
      data={[{ value: '', label: all }, ...options]}
      allowDeselect={false}
      searchable
      value={value}
      onChange={(next) => onChange(next || null)}
    />
  )
}
