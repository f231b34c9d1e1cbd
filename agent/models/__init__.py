"""Language models: one class a provider, behind one small protocol."""
