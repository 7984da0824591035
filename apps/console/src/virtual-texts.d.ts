/** Made by texts-plugin.ts from the folders of src/locales. */
declare module 'virtual:texts' {
  type LoadGroup = () => Promise<{
    readonly default: Readonly<Record<string, import('@picket/i18n/compile').CompiledCatalog>>;
  }>;

  const loaders: Readonly<
    Record<
      import('@picket/domain/languages').Language,
      Readonly<Record<import('./locales/groups.ts').TextGroup, LoadGroup>>
    >
  >;
  export default loaders;
}
