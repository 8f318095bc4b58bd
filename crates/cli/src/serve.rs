//! `serve`: the play server.

use server::serve::{Server, StartError};

use crate::Refusal;
use crate::output::Output;
use crate::settings::{ServeArgs, Settings};

/// As many open files, and so connections, as the system lets this process have.
pub(crate) fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        // Refused: then it stays as it was, and connections beyond that are refused one by one.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

/// Serves until a signal stops it.
pub(crate) fn serve(args: &ServeArgs, output: &mut Output) -> anyhow::Result<()> {
    let settings = Settings::read(args, output)?;
    let config = settings.config()?;
    let log = server::serve::Log::start(settings.log_json()?);
    raise_open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let text = output.text();
        let failed = |error: StartError| {
            let args = [("message", error.to_string().into())];
            Refusal::wrong(text.message("serve-failed", &args))
        };
        if args.invite {
            // A server may be running on the same database.
            let store = config.database.open().await.map_err(failed)?;
            output.line(store.invite().await?)?;
            store.close().await;
            return Ok(());
        }
        // A caller that has read the address may also end the server.
        let signal = server::serve::signal();
        let server = Server::start(config).await.map_err(failed)?;
        let address = server.address.to_string();
        output.line(output.text().message("serve-address", &[("address", address.into())]))?;
        output.flush()?;
        signal.await;
        server.stop().await;
        Ok(())
    });
    log.close();
    served
}
