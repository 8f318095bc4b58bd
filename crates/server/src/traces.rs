//! Traces by OpenTelemetry, sent to a collector by OTLP over HTTP; in builds with the feature `otel`.
//!
//! What is traced are the spans of the server: `request` with its route and status, `command` of a game
//! from its arrival to its answer, `append` until it is committed, `search` of the archive. They
//! identify no person: no account, address or text is recorded.

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// What sends the traces.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// As the standard variables have it; none if they name no collector.
    ///
    /// # Errors
    /// What they name cannot be used.
    pub fn from_environment() -> Result<Option<Traces>, ExporterBuildError> {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
        let is_off =
            variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        if is_off || endpoints.into_iter().find_map(variable).is_none() {
            return Ok(None);
        }
        // The exporter reads these variables itself, with headers and timeouts.
        Traces::by(SpanExporter::builder().with_http().build()?).map(Some)
    }

    /// To a collector at this address, path included.
    ///
    /// # Errors
    /// The address cannot be used.
    pub fn to(url: &str) -> Result<Traces, ExporterBuildError> {
        Traces::by(SpanExporter::builder().with_http().with_endpoint(url).build()?)
    }

    fn by(exporter: SpanExporter) -> Result<Traces, ExporterBuildError> {
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("igroteka");
        }
        let provider = SdkTracerProvider::builder().with_batch_exporter(exporter);
        Ok(Traces(provider.with_resource(resource.build()).build()))
    }

    /// The layer of a subscriber that hands spans over: only the server's own, for those of the
    /// libraries that send them would be sent as well, without end.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: tracing::Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let own = Targets::new().with_target("server", LevelFilter::INFO);
        tracing_opentelemetry::layer().with_tracer(self.0.tracer("igroteka")).with_filter(own)
    }

    /// Sends what is left. Blocks until then.
    pub fn close(&self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}
