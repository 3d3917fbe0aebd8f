import { Center, Loader } from '@mantine/core'

export function Waiting() {
  return (
    <Center mih={240} role="status" aria-label="Loading">
      <Loader aria-hidden />
    </Center>
  )
}
